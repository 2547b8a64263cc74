import { Notifications, useNotifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';
import { type FocusEvent, useEffect, useRef } from 'react';

/** Shows the notifications of the window. One that goes returns the focus to where it was before, or to the page. */
export function NoticeList() {
  const { notifications } = useNotifications();
  const before = useRef<Element>(null);
  useEffect(() => {
    const notice = document.activeElement?.closest('.mantine-Notification-root');
    if (!notice || notifications.some(({ id }) => id === notice.id)) return;
    const place = before.current?.isConnected ? before.current : document.querySelector('main');
    if (place instanceof HTMLElement) place.focus({ preventScroll: true });
  }, [notifications]);
  const onFocus = ({ relatedTarget }: FocusEvent) => {
    if (!relatedTarget?.closest('.mantine-Notifications-root')) before.current = relatedTarget;
  };
  return <Notifications position="bottom-right" onFocus={onFocus} />;
}
