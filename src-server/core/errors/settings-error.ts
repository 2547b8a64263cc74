/** An option or a variable of the environment that has no possible form; the message says which and why, without secrets. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}
