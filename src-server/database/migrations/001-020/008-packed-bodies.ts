/** Bodies that could not be unpacked were kept as base64. Keys in them cannot be masked, so they are deleted. */
export const packedBodies =
  "UPDATE requests SET body = '', body_encoding = 'utf8', body_truncated = 1 WHERE body_encoding = 'base64'";
