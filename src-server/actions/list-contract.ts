export const actionSort = ['name', 'matches', 'people', 'owner', 'last_calculated_at', 'created_at'] as const;
