import { Button, Group, Switch, Text } from '@mantine/core';
import type { DesktopBridge, UpdateState } from '#main/bridge.ts';
import { useChangeSettings } from './desktop-settings.ts';
import { stateText, updateWords } from './update-words.ts';
import { useUpdates } from './use-updates.ts';

const canCheck: ReadonlySet<UpdateState['kind']> = new Set(['none', 'failed', 'available']);

/** Shows the switch for updates and their state; where the app cannot update itself, why. */
export function Updates({ desktop }: { desktop: DesktopBridge }) {
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
          onChange={(event) => change.mutate({ updates: event.currentTarget.checked })}
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
