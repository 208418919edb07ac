export const peopleRoutes = {};
