/** What the input of a URL has. */
export const urlInput = { type: 'url', autoComplete: 'off', classNames: { input: 'mono' } } as const;
