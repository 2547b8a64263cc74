import type { UpdateState } from '../bridge.ts';

export function inMenu(state: UpdateState): string {
  switch (state.kind) {
    case 'impossible':
      return 'not available';
    case 'unasked':
    case 'off':
      return 'off';
    case 'checking':
      return 'checking';
    case 'none':
      return 'up to date';
    case 'available':
      return `${state.version} available`;
    case 'downloading':
      return `downloading ${state.version}`;
    case 'ready':
      return `${state.version} ready`;
    case 'failed':
      return 'failed';
  }
}
