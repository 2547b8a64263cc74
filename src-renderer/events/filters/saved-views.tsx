import { Button } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useProject } from '../../projects/current-project.ts';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy/lazy-part.ts';
import { useLazyOverlay } from '../../ui/lazy/use-lazy-overlay.ts';
import { savedViewsQuery } from '../queries.ts';
import type { ViewFilter } from './views-menu.tsx';
import { words } from './words.ts';

const ViewsMenu = lazyPart(() => import('./views-menu.tsx'), 'ViewsMenu');

/** Lists named filters of this project, kept on the server. */
export function SavedViews({ current, onOpen }: { current: ViewFilter; onOpen: (view: ViewFilter) => void }) {
  const { data, error } = useQuery(savedViewsQuery(useProject().id));
  const { button, overlay } = useLazyOverlay('dialog');
  return (
    <>
      <Button variant="default" leftSection={<Icon of={IconBookmark} />} {...button}>
        {words.views.button}
      </Button>
      {overlay !== undefined && (
        <Suspense>
          <ViewsMenu overlay={overlay} views={data?.results ?? []} error={error} current={current} onOpen={onOpen} />
        </Suspense>
      )}
    </>
  );
}
