import type { SendError } from '../../sending/send-error.ts';
import type { SendErrorKind } from '../../sending/sender-contract.ts';

/** Thrown if a database cannot be this Benchtop's archive until a person fixes it. */
export class UnusableArchive extends Error {
  override name = 'UnusableArchive';
}

/** Error codes of ClickHouse, of old and new versions. Other codes are server faults; the block is resent. */
const kinds: Record<number, SendErrorKind> = {
  192: 'not_authorized',
  193: 'not_authorized',
  194: 'not_authorized',
  195: 'not_authorized',
  497: 'not_authorized',
  516: 'not_authorized',
  159: 'timeout',
  202: 'busy',
  252: 'busy',
};

const maxDetail = 500;

/** Reports whether there was no connection, so that another server may answer. */
export function isUnreachable(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' && /^E[A-Z]+$/.test(code);
}

/** Returns why a block was not taken. No event is ever the cause: the columns take any text, so none is set aside. */
export function toSendError(error: unknown): SendError {
  const text = (error as Error).message.replace(/\s+/g, ' ').trim().slice(0, maxDetail);
  return { kind: kindOf(error as Error, text), detail: /[.!?]$/.test(text) ? text : `${text}.`, statusCode: null };
}

function kindOf(error: Error, message: string): SendErrorKind {
  if (error instanceof UnusableArchive) return 'wrong_receiver';
  if (isUnreachable(error) || /socket hang up|aborted/i.test(message)) return 'unreachable';
  if (/^timeout error/i.test(message)) return 'timeout';
  const code = 'code' in error ? Number(error.code) : Number(/Code: (\d+)/.exec(message)?.[1]);
  return kinds[code] ?? 'receiver_failed';
}
