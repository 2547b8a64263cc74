import { IconRefresh } from '@tabler/icons-react';
import type { DesktopBridge } from '#main/bridge.ts';
import { useChangeSettings } from '../../settings/desktop/desktop-settings.ts';
import { updateWords } from '../../settings/desktop/update-words.ts';
import { useUpdates } from '../../settings/desktop/use-updates.ts';
import { Icon } from '../../ui/icon.tsx';
import band from '../../ui/page/band.module.css';
import links from '../../ui/page/link-button.module.css';

/** Asks once whether to check for updates; before that, and after a no, Benchtop does not check. */
export function UpdateQuestion({ desktop }: { desktop: DesktopBridge }) {
  const updates = useUpdates();
  const change = useChangeSettings(desktop);
  if (updates?.state.kind !== 'unasked') return null;
  const button = (label: string, answer: boolean) => (
    <button type="button" className={links.link} onClick={() => void change({ updates: answer })}>
      {label}
    </button>
  );
  return (
    <section className={band.band} aria-label={updateWords.title}>
      <Icon of={IconRefresh} />
      <span>{updateWords.question(updates.host ?? '')}</span>
      {button(updateWords.no, false)}
      {button(updateWords.yes, true)}
    </section>
  );
}
