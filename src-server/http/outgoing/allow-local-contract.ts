/** What the window calls `allow_local`. */
export const allowLocalLabel = 'Allow this computer and private networks';
