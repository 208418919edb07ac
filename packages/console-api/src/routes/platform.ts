export const platformRoutes = {};
