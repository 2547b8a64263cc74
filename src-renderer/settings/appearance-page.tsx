import { type MantineColorScheme, Radio, useMantineColorScheme } from '@mantine/core';
import { Page } from '../ui/page/page.tsx';

export function AppearancePage() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Page narrow title="Appearance" description="Kept on this device.">
      <Radio.Group label="Theme" value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
        <Radio mt="sm" value="auto" label="As the system" />
        <Radio mt="sm" value="light" label="Light" />
        <Radio mt="sm" value="dark" label="Dark" />
      </Radio.Group>
    </Page>
  );
}
