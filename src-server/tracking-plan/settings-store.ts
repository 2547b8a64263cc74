import type { Database } from '../database/open.ts';
import type { PlanSettings } from './contract.ts';

export type SettingsOf = (projectId: number) => PlanSettings;
export type SettingsStore = ReturnType<typeof createSettingsStore>;

const defaults: PlanSettings = { is_enabled: true, build_property: null };

/** Creates the store of settings of tracking plans, kept in memory. */
export function createSettingsStore(database: Database) {
  const known = new Map<number, PlanSettings>();
  const read = database.prepare<[number], { is_enabled: 0 | 1; build_property: string | null }>(
    'SELECT is_enabled, build_property FROM plan_settings WHERE project_id = ?',
  );
  const write = database.prepare<[number, number, string | null]>(
    `INSERT INTO plan_settings (project_id, is_enabled, build_property) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET is_enabled = excluded.is_enabled, build_property = excluded.build_property`,
  );
  const settingsOf: SettingsOf = (projectId) => {
    const cached = known.get(projectId);
    if (cached !== undefined) return cached;
    const row = read.get(projectId);
    const settings = row === undefined ? defaults : { ...row, is_enabled: row.is_enabled === 1 };
    known.set(projectId, settings);
    return settings;
  };
  return {
    settingsOf,
    /** Reads the settings again after another store changed them. */
    forget: (projectId: number): void => void known.delete(projectId),
    change(projectId: number, settings: PlanSettings): void {
      write.run(projectId, settings.is_enabled ? 1 : 0, settings.build_property);
      known.set(projectId, settings);
    },
  };
}
