/**
 * Characters of JSON that the stored properties of one person or group may take. They are read by decides and rewritten by each
 * `$set`, so they are no place for documents; PostHog's own limit is 640 KiB.
 */
export const maxStoredProperties = 512 * 1024;
