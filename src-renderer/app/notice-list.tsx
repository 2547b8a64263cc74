import { Notifications } from '@mantine/notifications';

/** Shows the notifications of the window. */
export const NoticeList = () => <Notifications position="bottom-right" />;
