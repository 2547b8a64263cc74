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

/** An unknown table, an unknown database. */
const unknownTable = [60, 81];
/** A server without tables, such as a new one, and connections to others that failed or were lost. */
const codesOfOneServer = [...unknownTable, 32, 209, 210, 279];

const maxDetail = 500;

/** Reports whether another server may answer: this one has no connection, or lacks tables or servers that it needs. */
export const canTryAnotherServer = (error: unknown): boolean =>
  isUnreachable(error) || codesOfOneServer.includes(codeOf(error as Error));

/** Reports whether a server, or one that it asked, lacks a table. */
export const lacksTable = (error: Error): boolean =>
  unknownTable.includes(codeOf(error)) || error.message.includes('There is no table');

/** Reports whether there was no connection, or it was lost. */
function isUnreachable(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return (typeof code === 'string' && /^E[A-Z]+$/.test(code)) || /socket hang up/i.test(message);
}

/** Returns why a block was not taken. No event is ever the cause: the columns take any text, so none is set aside. */
export function toSendError(error: unknown): SendError {
  const text = (error as Error).message.replace(/\s+/g, ' ').trim().slice(0, maxDetail);
  return { kind: kindOf(error as Error, text), detail: /[.!?]$/.test(text) ? text : `${text}.`, statusCode: null };
}

function kindOf(error: Error, message: string): SendErrorKind {
  if (error instanceof UnusableArchive) return 'wrong_receiver';
  if (isUnreachable(error) || /aborted/i.test(message)) return 'unreachable';
  if (/^timeout error/i.test(message)) return 'timeout';
  return kinds[codeOf(error)] ?? 'receiver_failed';
}

/** Returns the code of an error of ClickHouse; NaN for others. */
const codeOf = (error: Error): number =>
  'code' in error ? Number(error.code) : Number(/Code: (\d+)/.exec(error.message)?.[1]);
