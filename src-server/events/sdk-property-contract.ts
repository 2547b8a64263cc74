/** Whether SDKs add a property to each event: posthog-js also adds `token` and `distinct_id`, posthog-node does not. */
export const isSdkProperty = (key: string): boolean => key.startsWith('$') || key === 'token' || key === 'distinct_id';
