import { isArchiveUnreadable } from '../../core/errors/archive-unreadable.ts';
import type { SendErrorKind } from './sender-contract.ts';

/** The error of a block that was not accepted. `retryAfterMs`: the delay that the receiver asked for. */
export type SendError = { kind: SendErrorKind; detail: string; statusCode: number | null; retryAfterMs?: number };

/** Reactions to an error: retry the block soon or later, or retry a part of it. */
export const reactions = {
  unreadable: 'retry',
  unreachable: 'retry',
  timeout: 'retry',
  busy: 'retry',
  receiver_failed: 'retry',
  over_quota: 'refused',
  not_authorized: 'refused',
  wrong_receiver: 'refused',
  loop: 'refused',
  not_allowed: 'refused',
  too_large: 'split',
  rejected: 'split',
} satisfies Record<SendErrorKind, 'retry' | 'refused' | 'split'>;

/** Reports whether the receiver takes nothing until somebody changes something. */
export const isRefused = ({ kind }: SendError): boolean => reactions[kind] === 'refused';

/** Makes the error for events that could not be read. `error`: of the reading. */
export const unreadable = (error: unknown): SendError => ({
  kind: 'unreadable',
  detail: isArchiveUnreadable(error) ? error.message : 'The log of Benchtop has the cause.',
  statusCode: null,
});
