import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Assignment } from '#server/test-runs/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { LazyMenu } from '../../ui/lazy/lazy-menu.tsx';
import type { LazyOverlay } from '../../ui/lazy/use-lazy-overlay.ts';
import { eventDetailQuery } from '../queries.ts';
import { words } from './words.tsx';

type Props = { overlay: LazyOverlay; selected: string | undefined; onTake: (assign: Assignment) => void };

export function StartChoices({ overlay, selected, onTake }: Props) {
  const navigate = useNavigate();
  const { data } = useQuery({
    ...eventDetailQuery(useProject().id, selected ?? ''),
    enabled: selected !== undefined && overlay.isOpen,
  });
  const id = data?.distinct_id ?? null;
  const sdk = data?.properties.$lib;
  const hasSdk = typeof sdk === 'string' && sdk !== '';
  return (
    <LazyMenu overlay={overlay} position="bottom-end" width={260}>
      <Menu.Item onClick={() => onTake({ everything: true })}>{words.everything}</Menu.Item>
      {id !== null && <Menu.Item onClick={() => onTake({ distinct_id: id })}>{words.person(id)}</Menu.Item>}
      {hasSdk && <Menu.Item onClick={() => onTake({ sdk })}>{words.sdk(sdk)}</Menu.Item>}
      {selected === undefined && <Menu.Label>{words.selectFirst}</Menu.Label>}
      {data !== undefined && id === null && !hasSdk && <Menu.Label>{words.hasNeither}</Menu.Label>}
      <Menu.Divider />
      <Menu.Item onClick={() => void navigate({ to: '/test-runs/new' })}>{words.form}</Menu.Item>
    </LazyMenu>
  );
}
