import { useLocalStorage } from '@mantine/hooks';

/** Returns whether this browser, or the desktop app, notifies of failures; the windows of one browser share it. */
export const useNotificationSetting = () =>
  useLocalStorage({ key: 'benchtop-notify-failures', defaultValue: false, getInitialValueInEffect: false });
