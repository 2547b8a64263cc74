/** Orders the ids of a person: the one that created the person before merged ones, each by its row, as the index of a person's ids does. */
export const idOrder = 'merged_at, id';
