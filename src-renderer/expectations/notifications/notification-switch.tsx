import { Switch } from '@mantine/core';
import { useState } from 'react';
import { useNotificationSetting } from './use-setting.ts';
import { words } from './words.ts';

type Refusal = keyof typeof words.refused;

async function askPermission(): Promise<Refusal | null> {
  if (!('Notification' in window)) return 'missing';
  return (await Notification.requestPermission()) === 'granted' ? null : 'denied';
}

/** Switches notifications of failures on, once the user allows them, and off. */
export function NotificationSwitch() {
  const [isOn, setOn] = useNotificationSetting();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const change = async (wanted: boolean) => {
    const refused = wanted ? await askPermission() : null;
    setRefusal(refused);
    setOn(wanted && refused === null);
  };
  return (
    <Switch
      label={words.setting}
      title={words.hint}
      checked={isOn}
      onChange={(event) => void change(event.currentTarget.checked)}
      error={refusal && words.refused[refusal]}
    />
  );
}
