import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';

/** Shows the notifications of the window. */
export const NoticeList = () => <Notifications position="bottom-right" />;
