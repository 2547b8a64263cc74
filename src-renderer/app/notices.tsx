import { useNotifications } from '@mantine/notifications';
import { Suspense, useRef } from 'react';
import { lazyPart } from '../ui/lazy/lazy-part.ts';

const NoticeList = lazyPart(() => import('./notice-list.tsx'), 'NoticeList');

/** Shows notifications, from the first one on. */
export function Notices() {
  const { notifications } = useNotifications();
  const hadAny = useRef(false);
  hadAny.current ||= notifications.length > 0;
  return (
    hadAny.current && (
      <Suspense>
        <NoticeList />
      </Suspense>
    )
  );
}
