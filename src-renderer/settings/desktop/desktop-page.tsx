import { Switch } from '@mantine/core';
import type { DesktopBridge, DesktopSettings } from '#main/bridge.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { Page } from '../../ui/page/page.tsx';
import { words } from '../words.tsx';
import { useChangeSettings, useDesktopSettings } from './desktop-settings.ts';
import { Updates } from './updates.tsx';

const { desktop: text } = words;
const names = [
  'keepServing',
  'startAtLogin',
  'notifyOfFailure',
  'notifyOfDecision',
] as const satisfies (keyof DesktopSettings)[];

/** Settings of the desktop app; a browser has none. */
export function DesktopPage() {
  return (
    <Page narrow title={text.title} description={text.description}>
      {window.desktop === undefined ? <p>{text.onlyInApp}</p> : <Switches desktop={window.desktop} />}
    </Page>
  );
}

function Switches({ desktop }: { desktop: DesktopBridge }) {
  const query = useDesktopSettings(desktop);
  const change = useChangeSettings(desktop);
  const { data: settings } = query;
  if (settings === undefined) return <QueryState query={query} what={text.what} rows={5} />;
  return (
    <>
      {names.map((name) => (
        <Switch
          key={name}
          mb="md"
          label={text[name].label}
          description={text[name].description}
          checked={settings[name]}
          onChange={(event) => change.mutate({ [name]: event.currentTarget.checked })}
        />
      ))}
      <Updates desktop={desktop} />
    </>
  );
}
