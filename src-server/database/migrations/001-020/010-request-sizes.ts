/** Bytes that a request of the log takes; the index below holds just this expression. */
export const requestBytes =
  'octet_length(path) + octet_length(query) + octet_length(headers) + octet_length(body) + octet_length(response)';

/** The sizes of all requests, taken and refused apart, without reading their bodies. */
export const requestSizes = `CREATE INDEX requests_by_size ON requests ((status_code >= 400), id, (${requestBytes}));`;
