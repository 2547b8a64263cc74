/** Bytes of another encoding, of which a lenient decoder would lose some. */
export class NotUtf8Error extends Error {
  constructor() {
    super('The file is not UTF-8 text.');
  }
}

/** Decodes a file without its byte-order mark. Throws NotUtf8Error. */
export function utf8Text(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw error instanceof TypeError ? new NotUtf8Error() : error;
  }
}
