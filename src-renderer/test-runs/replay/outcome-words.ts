import { countWords } from '#server/core/text/numbers-contract.ts';
import type { HarImport, HarSkipReason } from '#server/recording/har-import-contract.ts';
import type { Replayed } from '#server/recording/replay-contract.ts';
import { formatCount } from '../../ui/format.ts';
import { countEvents } from '../../ui/words.ts';

const skipWords: Record<HarSkipReason, (count: number) => string> = {
  not_capture: (count) => `${countWords(count, 'other request')} left out.`,
  preflight: (count) => `${countWords(count, 'preflight')} left out.`,
  body_missing: (count) =>
    `${countWords(count, 'capture request')} without a body in the file. Export the HAR with content.`,
  body_damaged: (count) =>
    `${countWords(count, 'capture request')} with a compressed body that was saved as text, which lost bytes. Record with disable_compression: true in posthog.init.`,
};

/** Says what an import stored and what it left out, a sentence each. */
export function importSentences({ skipped, ...done }: HarImport): string[] {
  const rejections = done.rejections.map(({ reason, requests }) => `${reason}: ${formatCount(requests)}`);
  const why = rejections.length === 0 ? '' : ` (${rejections.join(', ')})`;
  const left = Object.entries(skipped).filter(([, count]) => count > 0);
  return [
    `${countEvents(done.accepted)} stored, ${formatCount(done.dropped)} dropped, ${countWords(done.rejected, 'request')} rejected${why}.`,
    ...duplicates(done.duplicates, 'sent twice in the file, or stored before by a replay of the same file'),
    ...(done.spooled === 0 ? [] : [`${countWords(done.spooled, 'request')} stored once the database can be written.`]),
    ...left.map(([reason, count]) => skipWords[reason as HarSkipReason](count)),
  ];
}

/** Describes the outcome of replaying a recording. */
export const replaySentences = ({ accepted, dropped, spooled, ...done }: Replayed): string[] => [
  `${countEvents(accepted)} stored, ${formatCount(dropped)} dropped.`,
  ...duplicates(done.duplicates, 'stored before, by a replay of the same file'),
  ...(spooled === 0 ? [] : [`${countEvents(spooled)} stored once the database can be written.`]),
];

const duplicates = (count: number, why: string) =>
  count === 0
    ? []
    : [`${countWords(count, 'of the dropped is a duplicate', 'of the dropped are duplicates')}: ${why}.`];
