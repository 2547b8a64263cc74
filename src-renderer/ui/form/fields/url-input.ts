/** The props of a URL input. */
export const urlInput = { type: 'url', autoComplete: 'off', classNames: { input: 'mono' } } as const;
