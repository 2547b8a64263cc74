/** The window's label of `allow_local`. */
export const allowLocalLabel = 'Allow this computer and private networks';
