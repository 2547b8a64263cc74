import { readRetryAfter } from '../core/back-off.ts';
import { maskKeys } from '../core/mask-keys.ts';
import { clip } from '../core/text/clip-contract.ts';
import type { SendError } from '../events/sending/send-error.ts';
import { asksForLater, type OutgoingAnswer } from '../http/outgoing/request.ts';

/** Max quoted characters of an answer. */
const maxQuote = 200;

/**
 * Returns why an answer does not confirm a batch; null if it does. `apiKey` is hidden where the answer quotes it; `now` in ms
 * UTC.
 */
export function errorOfAnswer(
  { statusCode, headers, text }: OutgoingAnswer,
  apiKey: string,
  now: number,
): SendError | null {
  const quoted = quoteOf(text, apiKey);
  const of = (kind: SendError['kind'], sentence: string): SendError => ({
    kind,
    statusCode,
    detail: sentence + quoted,
  });
  const told = `The receiver answered ${statusCode}`;
  if (statusCode < 300) {
    // A sign-in page or another site: it would lose events.
    if (isPage(headers['content-type'], text)) return of('wrong_receiver', `${told} with a web page.`);
    return dropsEvents.test(text) ? of('over_quota', `${told}, but drops events: its quota is used up.`) : null;
  }
  if (statusCode < 400) {
    const { location } = headers;
    const target = location === undefined ? '' : ` to ${hidden(location, apiKey).slice(0, maxQuote)}`;
    return { kind: 'wrong_receiver', statusCode, detail: `${told}, a redirect${target}.` };
  }
  if (isOfKey(statusCode, text)) return of('not_authorized', `${told}: it refuses the key.`);
  if (statusCode === 404 || statusCode === 405 || statusCode === 410 || statusCode === 501)
    return of('wrong_receiver', `${told}: it serves no /batch/ there.`);
  if (statusCode === 413) return of('too_large', `${told}: the events are too large for it.`);
  const isBusy = asksForLater(statusCode);
  if (statusCode < 500 && !isBusy) return of('rejected', `${told}.`);
  const later = isBusy ? of('busy', `${told}: it asks for the events later.`) : of('receiver_failed', `${told}.`);
  const retryAfterMs = readRetryAfter(headers['retry-after'], now);
  return retryAfterMs === undefined ? later : { ...later, retryAfterMs };
}

/** Reports whether an answer refuses the key; some receivers answer 400 to an unknown one. */
const isOfKey = (statusCode: number, text: string) =>
  statusCode === 401 || statusCode === 403 || (statusCode === 400 && /api[_ -]?key/i.test(text));

/** PostHog names what it drops in an answer that is otherwise a success. */
const dropsEvents = /"quota_limited"\s*:\s*\[[^\]]*"events"/;

const isPage = (type: string | undefined, text: string) => type?.includes('html') === true || /^\s*</.test(text);

function quoteOf(text: string, apiKey: string): string {
  const line = hidden(text, apiKey).replace(/\s+/g, ' ').trim();
  if (line === '') return '';
  return ` It said: ${clip(line, maxQuote)}`;
}

const hidden = (text: string, apiKey: string) => maskKeys(text.replaceAll(apiKey, '(key)'));
