import type { ReactNode } from 'react';
import type { DefinitionsStatus } from '#server/projects/definitions/definitions-status-contract.ts';
import { Copyable } from '../../ui/feedback/copy-button.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { Section } from '../../ui/page/section.tsx';
import { KeyValue } from '../../ui/table/key-value.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import { words } from './words.ts';

/** Shows where the definitions of this server are edited, and whether they can be read there. */
export function DefinitionsSection({ status }: { status: DefinitionsStatus }) {
  const { source, state, taken_at: takenAt, checked_at: checkedAt, error, kept_projects: kept } = status;
  const { label, tone, sentence } = words.states[state];
  const entries: [label: string, value: ReactNode][] = [
    [words.source, <Copyable key="source" value={source} label={words.source} />],
    [words.changed, <RelativeTime key="changed" date={takenAt} />],
    [words.checked, checkedAt && <RelativeTime key="checked" date={checkedAt} />],
  ];
  if (kept > 0) entries.push([words.kept, words.keptProjects(kept)]);
  if (error !== null) entries.push([words.error, error]);
  return (
    <Section title={words.title}>
      <p>{words.description}</p>
      <p role="status">
        <StatusChip tone={tone}>{label}</StatusChip> {sentence}
      </p>
      <KeyValue entries={entries} />
    </Section>
  );
}
