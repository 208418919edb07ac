export const developerRoutes = {};
