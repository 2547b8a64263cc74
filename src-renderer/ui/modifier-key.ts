/** The key that keyboard shortcuts of this system begin with. */
export const modifierKey = navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl';
