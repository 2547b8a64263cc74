import { readFileSync, writeFileSync } from 'node:fs';
import { Notification } from 'electron';
import { linkTo, pathOfLink } from '../links.ts';
import { type Read, watch } from '../server-reader.ts';
import { readProjects } from '../server-status.ts';

/** Of the server's answer. */
type DecidedExperiment = {
  id: number;
  name: string;
  start_date: string;
  kind: string;
  variant: string | null;
  explanation: string;
};

type Options = {
  read: Read;
  /** JSON file with the notified experiments, so that a restart does not notify again. */
  file: string;
  isWanted: () => boolean;
  open: (path: string) => void;
  log: (line: string) => void;
};

const periodMs = 60_000;
const maxTold = 1_000;

/** A verdict that comes and goes is told once; a new run of the experiment, or another verdict, is new. */
const keyOf = ({ id, start_date, kind, variant }: DecidedExperiment) => [id, start_date, kind, variant ?? ''].join(' ');

/** Notifies once when a running experiment is decided, which the server concludes; a click opens it. */
export function notifyOfDecisions({ read, file, isWanted, open, log }: Options): void {
  let told = readTold(file);
  /** Referenced so that clicks arrive. */
  const shown = new Set<Notification>();

  function tell(experiment: DecidedExperiment, projectId: number): void {
    const notification = new Notification({ title: `Decided: ${experiment.name}`, body: experiment.explanation });
    shown.add(notification);
    notification.on('click', () => {
      shown.delete(notification);
      open(`${pathOfLink(linkTo('experiment', experiment.id))}?project=${projectId}`);
    });
    notification.show();
  }

  watch(async () => {
    if (!isWanted() || !Notification.isSupported()) return;
    // The first check notifies nothing.
    const isFirst = told === null;
    const known = told ?? new Set<string>();
    const count = known.size;
    for (const { id: projectId } of await readProjects(read)) {
      const path = `/api/projects/${projectId}/experiments/decided/`;
      for (const experiment of (await read<{ results: DecidedExperiment[] }>(path)).results) {
        if (known.has(keyOf(experiment))) continue;
        known.add(keyOf(experiment));
        if (!isFirst) tell(experiment, projectId);
      }
    }
    told = known;
    if (isFirst || known.size > count) keepTold(file, known, log);
  }, periodMs);
}

function readTold(file: string): Set<string> | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(value) ? new Set(value.map(String)) : null;
  } catch {
    return null;
  }
}

function keepTold(file: string, told: Set<string>, log: (line: string) => void): void {
  try {
    writeFileSync(file, `${JSON.stringify([...told].slice(-maxTold))}\n`, { mode: 0o600 });
  } catch (error) {
    log(`The list of notified experiments cannot be stored: ${(error as Error).message}`);
  }
}
