import type { OnBeforeRequestListenerDetails, PermissionCheckHandlerHandlerDetails } from 'electron';

type Request = Pick<OnBeforeRequestListenerDetails, 'url'>;
type PermissionRequest = (c: null, name: string, answer: (yes: boolean) => void, of: { requestingUrl: string }) => void;
type PermissionCheck = (c: null, name: string, origin: string, of: PermissionCheckHandlerHandlerDetails) => boolean;

/** The handlers that the shell gave the session. */
export const guards = {} as {
  request: (details: Request, answer: (what: { cancel: boolean }) => void) => void;
  permissionRequest: PermissionRequest;
  permissionCheck: PermissionCheck;
  device: (details: object) => boolean;
};

export const permissionOf = (name: string, origin: string) =>
  guards.permissionCheck(null, name, origin, { isMainFrame: true });

export const session = {
  // Only electron-updater has one of its own.
  fromPartition: () => ({}),
  defaultSession: {
    webRequest: { onBeforeRequest: (guard: typeof guards.request) => void Object.assign(guards, { request: guard }) },
    setPermissionRequestHandler: (guard: PermissionRequest) => void Object.assign(guards, { permissionRequest: guard }),
    setPermissionCheckHandler: (guard: PermissionCheck) => void Object.assign(guards, { permissionCheck: guard }),
    setDevicePermissionHandler: (guard: typeof guards.device) => void Object.assign(guards, { device: guard }),
  },
};
