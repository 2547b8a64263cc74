/**
 * Every path that SDKs call, by the endpoint that answers it; the trailing slash is optional. Capture and flags
 * serve them, the API description lists them and the development server forwards them. Add an alias here.
 */
export const sdkPaths = {
  event: ['/capture/'],
  batch: ['/batch/', '/i/v0/ai/batch/'],
  person: ['/engage/'],
  browserEvents: ['/e/', '/i/v0/e/', '/track/'],
  analyticsEvents: ['/i/v1/analytics/events/', '/i/v1/ai/events/'],
  recordings: ['/s/', '/i/v0/s/'],
  decide: ['/decide/'],
  flags: ['/flags/'],
  definitions: ['/flags/definitions/', '/api/feature_flag/local_evaluation/'],
  oldDefinitions: ['/api/feature_flag/'],
  remotePayload: ['/api/projects/{project_id}/feature_flags/{key}/remote_config/'],
  surveys: ['/api/surveys/'],
  earlyAccessFeatures: ['/api/early_access_features/'],
  webExperiments: ['/api/web_experiments/'],
  productTours: ['/api/product_tours/'],
  logs: ['/i/v1/logs/', '/i/v1/metrics/'],
} as const;

/** Folders of the files that posthog-js loads: remote configuration and scripts. */
export const sdkFolders = ['/array/', '/static/'] as const;
