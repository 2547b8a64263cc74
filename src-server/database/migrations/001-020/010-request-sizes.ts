/** Bytes of a request in the log; the index below uses exactly this expression. */
export const requestBytes =
  'octet_length(path) + octet_length(query) + octet_length(headers) + octet_length(body) + octet_length(response)';

/** Sizes of accepted and of refused requests, without reading their bodies. */
export const requestSizes = `CREATE INDEX requests_by_size ON requests ((status_code >= 400), id, (${requestBytes}));`;
