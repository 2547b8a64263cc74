/** Texts, in any case, in the user agents of automated browsers, as posthog-js blocks them by default. JSON has them unchanged. */
export const automatedTexts = [
  ...['headlesschrome', 'phantomjs', 'cypress', 'lightpanda', 'lighthouse', 'prerender', 'crawler', 'spider'],
  ...['bot/', 'bot;', 'bot.'],
];
const automated = new RegExp(automatedTexts.join('|').replaceAll('.', '\\.'), 'i');

/** Reports whether a user agent is one of an automated browser. */
export const isAutomated = (userAgent: string): boolean => automated.test(userAgent);
