import { IconShieldCheck, IconWorldDownload, IconWorldUpload } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SendingStatus } from '#server/events/sending/sending-contract.ts';
import type { Project } from '#server/projects/contract.ts';
import { chatSettingsQuery } from '../../actions/queries.ts';
import { hostOfUpdates, useUpdates } from '../../settings/desktop/use-updates.ts';
import { Icon } from '../../ui/icon.tsx';
import { words } from '../words.tsx';
import classes from './status-bar.module.css';

type Props = { projects: Project[]; sending: readonly SendingStatus[] };

/**
 * Says in the desktop app where data goes: the server listens on this computer only, and only webhooks, relays and update
 * checks send anything elsewhere.
 */
export function NetworkBadge({ projects, sending }: Props) {
  const settings = useQueries({ queries: projects.map(({ id }) => chatSettingsQuery(id)) });
  const updates = useUpdates();
  if (updates === undefined || settings.some(({ data }) => data === undefined)) return null;
  const updateHost = hostOfUpdates(updates);
  const chats = settings.flatMap(({ data }) => URL.parse(data?.webhook_url ?? '')?.host ?? []);
  const hosts = new Set([...chats, ...sending.map(({ host }) => host)]);
  if (hosts.size === 0 && updateHost !== null) {
    return (
      <Link to="/settings/desktop" className={classes.figure} title={words.status.updatesOnlyHint(updateHost)}>
        <Icon of={IconWorldDownload} /> {words.status.updatesOnly}
      </Link>
    );
  }
  if (hosts.size === 0) {
    return (
      <span className={classes.state} data-tone="ok" title={words.status.localOnlyHint}>
        <Icon of={IconShieldCheck} /> {words.status.localOnly}
      </span>
    );
  }
  const isRelayed = sending.some(({ name }) => name === 'relay');
  const hint = [
    isRelayed ? words.status.relaysToHint : words.status.postsToHint,
    ...(updateHost === null ? [] : [words.status.asksToo(updateHost)]),
  ].join(' ');
  return (
    <Link to={isRelayed ? '/settings/relay' : '/settings/chat'} className={classes.figure} title={hint}>
      <Icon of={IconWorldUpload} /> {words.status.postsTo([...hosts].join(', '))}
    </Link>
  );
}
