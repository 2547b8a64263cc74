import type { RequestRow } from '../rows.ts';

/** Returns the row of a request with one accepted event; of no project, as those of one share heads. */
export const requestRow = (differing: Pick<RequestRow, 'id' | 'statusCode'> & Partial<RequestRow>): RequestRow => ({
  projectId: null,
  receivedAt: 0,
  method: 'POST',
  path: '/capture/',
  query: '',
  headers: '{}',
  ip: '127.0.0.1',
  compression: 'none',
  bodyBytes: 1,
  decodedBytes: 1,
  body: '',
  bodyEncoding: 'utf8',
  bodyTruncated: false,
  keyPosition: null,
  keyPrefix: null,
  response: '{}',
  durationUs: 1,
  accepted: 1,
  dropped: 0,
  ...differing,
});

/** Persons of a server that knows none. */
export const noPersons = { idOf: () => undefined, idsOf: () => [] };
