import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { MessageBoxOptions } from 'electron';
import { recorded } from './record.ts';

/** The user's answers to the next dialogs, where none is drawn; without one a dialog stays open. */
export const dialogAnswers: number[] = [];

/** Beside real windows dialogs are real, of the toolkit that Electron's have on Linux. */
const isDrawn = process.env.STAND_IN_CHROMIUM !== undefined;

function record({ message, detail = '', buttons = [] }: MessageBoxOptions): number | undefined {
  recorded.dialogs.push({ message, detail, buttons });
  return dialogAnswers.shift();
}

function yad({ title = 'Benchtop', message, detail = '', buttons = [], defaultId = 0 }: MessageBoxOptions): string[] {
  // The first has the focus: the default.
  const order = buttons.map((_label, index) => index).sort((a, b) => Number(b === defaultId) - Number(a === defaultId));
  const shown = order.map((index) => `--button=${buttons[index]}:${index}`);
  return ['--center', '--on-top', `--title=${title}`, `--text=${message}\n\n${detail}`, ...shown];
}

const answer = (status: number | null, { buttons = [], cancelId = 0 }: MessageBoxOptions) =>
  status !== null && status < buttons.length ? status : cancelId;

/** Shows the box of Electron's About role, with an icon of 64 pixels. */
export function showAbout(): void {
  const { applicationName: name, applicationVersion, copyright } = recorded.about;
  const text = `<b>${name} ${applicationVersion}</b>\n\n${copyright}`;
  const args = [
    '--center',
    '--on-top',
    `--title=About ${name}`,
    '--image=src-main/icons/linux/64x64.png',
    `--text=${text}`,
    '--button=Close:0',
  ];
  const child = spawn('yad', args, { stdio: 'ignore' });
  process.once('exit', () => child.kill());
}

export const dialog = {
  showMessageBox: async (options: MessageBoxOptions) => {
    const response = record(options);
    if (response !== undefined) return { response };
    if (!isDrawn) return new Promise<never>(() => {});
    const child = spawn('yad', yad(options), { stdio: 'ignore' });
    process.once('exit', () => child.kill());
    const [status] = await once(child, 'exit');
    return { response: answer(status, options) };
  },
  /** Answers at once, so a test must provide its answer before, or press its button. */
  showMessageBoxSync: (_window: unknown, options: MessageBoxOptions) => {
    const response = record(options);
    if (response !== undefined || !isDrawn) return response ?? -1;
    return answer(spawnSync('yad', yad(options), { stdio: 'ignore' }).status, options);
  },
};
