/** The user agents of automated browsers, as posthog-js blocks them by default. */
const automated = /headlesschrome|phantomjs|cypress|lightpanda|lighthouse|prerender|crawler|spider|bot[/;.]/i;

/** Reports whether a user agent is one of an automated browser. */
export const isAutomated = (userAgent: string): boolean => automated.test(userAgent);
