import type { Database } from '../../database/open.ts';
import { validationError } from '../../http/error.ts';
import { linksIn } from './copies.ts';

/**
 * Throws a 400 at the field of a written metric that uses a saved metric which the project does not have. Metrics `stored` before
 * may: theirs can be deleted while the experiment is deleted.
 */
export function requireSaved(database: Database, projectId: number, written: object, stored: object = {}): void {
  const exists = database.prepare<[number, number]>('SELECT 1 FROM saved_metrics WHERE project_id = ? AND id = ?');
  const known = new Set(linksIn(stored).map(({ id }) => id));
  const unknown = linksIn(written).find(({ id }) => !known.has(id) && exists.get(projectId, id) === undefined);
  if (unknown === undefined) return;
  const attr = [...unknown.path, 'benchtop', 'saved_metric'].join('__');
  const detail = `The project has no saved metric ${unknown.id}. Choose one of its saved metrics, or send the definition without \`saved_metric\`.`;
  throw validationError('invalid_choice', detail, attr);
}
