/** Draws a number between 0 and 1, both excluded. */
export type Uniform = () => number;

/** Creates a generator with 32 bits of state: a mixed Weyl sequence (MurmurHash3's finalizer). */
export function seededUniform(seed: number): Uniform {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let bits = state;
    bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
    bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
    return (((bits ^ (bits >>> 16)) >>> 0) + 0.5) / 2 ** 32;
  };
}
