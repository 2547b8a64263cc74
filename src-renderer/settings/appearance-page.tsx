import { type MantineColorScheme, Radio, useMantineColorScheme } from '@mantine/core';
import { Page } from '../ui/page/page.tsx';
import { words } from './words.tsx';

export function AppearancePage() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Page narrow title={words.appearance.title} description={words.appearance.description}>
      <Radio.Group
        label={words.appearance.theme}
        value={colorScheme}
        onChange={(value) => setColorScheme(value as MantineColorScheme)}
      >
        <Radio mt="sm" value="auto" label={words.appearance.system} />
        <Radio mt="sm" value="light" label={words.appearance.light} />
        <Radio mt="sm" value="dark" label={words.appearance.dark} />
      </Radio.Group>
    </Page>
  );
}
