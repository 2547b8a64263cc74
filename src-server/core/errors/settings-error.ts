/** An option or a variable of the environment with an invalid form; the message says which and why, without secrets. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}
