import { app, crashReporter } from 'electron';

/** Keeps notes of crashes in the data folder. They are sent nowhere. */
export function keepCrashNotes(log: (line: string) => void): void {
  crashReporter.start({ uploadToServer: false });
  app.on('child-process-gone', (_event, { type, name, reason }) => {
    if (reason !== 'clean-exit') log(`The process ${name ?? type} stopped (${reason}).`);
  });
  process.on('uncaughtExceptionMonitor', (error) => log(error.stack ?? error.message));
}
