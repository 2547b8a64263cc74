declare global {
  var __webpack_nonce__: string | undefined;
}

/** The nonce that admits a `<style>` to this page, as its server wrote it into index.html. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.nonce ?? '';

// What locks the scrolling behind a dialog (react-style-singleton) adds a style sheet, and looks for its nonce here.
globalThis.__webpack_nonce__ = styleNonce;
