import { Button, Group, Switch, Text } from '@mantine/core';
import type { DesktopBridge, DesktopSettings, UpdateState } from '#main/bridge.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { Page } from '../../ui/page/page.tsx';
import { words } from '../words.tsx';
import { useChangeSettings, useDesktopSettings } from './desktop-settings.ts';
import { stateText, updateWords } from './update-words.ts';
import { useUpdates } from './use-updates.ts';

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
          onChange={(event) => void change({ [name]: event.currentTarget.checked })}
        />
      ))}
      <Updates desktop={desktop} />
    </>
  );
}

const canCheck: ReadonlySet<UpdateState['kind']> = new Set(['none', 'failed', 'available']);

/** Shows the switch for updates and their state; where the app cannot update itself, why. */
function Updates({ desktop }: { desktop: DesktopBridge }) {
  const updates = useUpdates();
  const change = useChangeSettings(desktop);
  if (updates === undefined) return null;
  const { state, host } = updates;
  const isImpossible = state.kind === 'impossible';
  return (
    <section aria-label={updateWords.title}>
      {isImpossible ? (
        <Text fw={500}>{updateWords.title}</Text>
      ) : (
        <Switch
          label={updateWords.setting}
          description={updateWords.description(host ?? '')}
          checked={state.kind !== 'off' && state.kind !== 'unasked'}
          onChange={(event) => void change({ updates: event.currentTarget.checked })}
        />
      )}
      <Text mt="xs" size="sm" role="status">
        {stateText(state)}
      </Text>
      <Group mt="xs" gap="xs">
        {state.kind === 'available' && (
          <Button onClick={() => void desktop.updates('download')}>{updateWords.download(state.version)}</Button>
        )}
        {canCheck.has(state.kind) && (
          <Button variant="default" onClick={() => void desktop.updates('check')}>
            {updateWords.check}
          </Button>
        )}
      </Group>
    </section>
  );
}
