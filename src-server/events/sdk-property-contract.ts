/** Properties that SDKs add to each event: posthog-js also adds `token` and `distinct_id`, posthog-node does not. */
export const sdkPropertyPattern = '^\\$|^(token|distinct_id)$';

const pattern = new RegExp(sdkPropertyPattern);
export const isSdkProperty = (key: string): boolean => pattern.test(key);
