import type { ServerAddress } from './server-messages.ts';
import { sessionToken } from './session-token.ts';

/** The part of the server's status that tray and notifications show. */
export type Activity = {
  eventsPerSecond: number;
  /** All-time count of all projects. */
  dropped: number;
  /** Why the database cannot be written; null while it can. */
  failure: string | null;
};

const periodMs = 2_000;

type Status = {
  events_per_second: number;
  dropped: number;
  storage: { state: string; error: string | null };
};

/** Calls `show` with what the server does, every two seconds while it answers. Returns what ends that. */
export function watchActivity(address: ServerAddress, show: (activity: Activity) => void): () => void {
  let token: string | null = null;
  const get = async <Answer>(path: string): Promise<Answer> => {
    token ??= await sessionToken(address.url, address.session);
    const answer = await fetch(`${address.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer.json();
  };
  const read = async () => {
    const { results } = await get<{ results: { id: number }[] }>('/api/projects/');
    const statuses = await Promise.all(results.map(({ id }) => get<Status>(`/api/status/?project_id=${id}`)));
    const [status] = statuses;
    if (!status) return;
    const { state, error } = status.storage;
    show({
      eventsPerSecond: status.events_per_second,
      dropped: statuses.reduce((sum, { dropped }) => sum + dropped, 0),
      failure: state === 'ok' ? null : (error ?? state),
    });
  };
  const timer = setInterval(() => {
    // A restarted server wants another token; while it is down, the page says so.
    read().catch(() => {
      token = null;
    });
  }, periodMs);
  return () => clearInterval(timer);
}
