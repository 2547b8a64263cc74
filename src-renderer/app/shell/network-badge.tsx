import { IconShieldCheck, IconWorldUpload } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Project } from '#server/projects/contract.ts';
import { chatSettingsQuery } from '../../actions/queries.ts';
import { Icon } from '../../ui/icon.tsx';
import { words } from '../words.tsx';
import classes from './status-bar.module.css';

/**
 * Says in the desktop app where data goes: the server listens on this computer only, the shell lets pages ask nothing else, and the
 * one thing that leaves is what webhooks are sent.
 */
export function NetworkBadge({ projects }: { projects: Project[] }) {
  const settings = useQueries({ queries: projects.map(({ id }) => chatSettingsQuery(id)) });
  if (settings.some(({ data }) => data === undefined)) return null;
  const hosts = new Set(settings.flatMap(({ data }) => URL.parse(data?.webhook_url ?? '')?.host ?? []));
  if (hosts.size === 0) {
    return (
      <span className={classes.state} data-tone="ok" title={words.status.localOnlyHint}>
        <Icon of={IconShieldCheck} /> {words.status.localOnly}
      </span>
    );
  }
  return (
    <Link to="/settings/chat" className={classes.figure} title={words.status.postsToHint}>
      <Icon of={IconWorldUpload} /> {words.status.postsTo([...hosts].join(', '))}
    </Link>
  );
}
